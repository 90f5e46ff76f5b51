const megabytes = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 })

const kilobyte = 1000
const megabyte = 1000 * kilobyte
const gigabyte = 1000 * megabyte

/** `412 KB`, `3.4 MB`, `1.2 GB` */
export function formatBytes(bytes: number): string {
  if (bytes === 0) return '0 KB'
  if (bytes < megabyte) return `${Math.ceil(bytes / kilobyte)} KB`
  return bytes < gigabyte
    ? `${megabytes.format(bytes / megabyte)} MB`
    : `${megabytes.format(bytes / gigabyte)} GB`
}
