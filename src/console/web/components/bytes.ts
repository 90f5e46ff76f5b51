const kib = 1024
const steps = [
  { unit: 'KB', bytes: kib },
  { unit: 'MB', bytes: kib ** 2 },
  { unit: 'GB', bytes: kib ** 3 },
] as const

const sizes = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 })

/** `812 bytes`, `12.5 KB`, `3.1 MB`, `1.2 GB`, counted as Windows counts them. */
export function formatBytes(bytes: number): string {
  const step = steps.findLast((candidate) => bytes >= candidate.bytes)
  return step === undefined ? `${bytes} bytes` : `${sizes.format(bytes / step.bytes)} ${step.unit}`
}
