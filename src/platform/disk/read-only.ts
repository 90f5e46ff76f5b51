/** What to do where the system allows no writing (EROFS). `what`: a path, or a name for it. */
export function readOnlySentence(what: string): string {
  const sentence = `${what} is read-only for Daybook.`
  if (process.platform !== 'linux') return sentence
  return `${sentence} A service of systemd writes only where its unit says: "sudo systemctl edit daybook" (daybook@NAME for one of many shops) with the lines "[Service]" and "ReadWritePaths=FOLDER", then restart it.`
}
