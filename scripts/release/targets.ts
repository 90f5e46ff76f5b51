/**
 * The systems that a release is for, by the names of its files. Bun's program for x64 runs on processors without AVX too
 * (its `baseline` is the same file), so that one does for all.
 */
export const targets = [
  'windows-x64',
  'linux-x64',
  'linux-x64-musl',
  'linux-arm64',
  'darwin-arm64',
  'darwin-x64',
] as const

export type Target = (typeof targets)[number]

/**
 * What the names of a release's files say of it: `0.1.0`, or `0.1.0-unsigned` where its programs hold no key and so cannot tell
 * whose the next update is.
 */
export function releaseName(version: string, publicKey: string | undefined): string {
  return publicKey === undefined ? `${version}-unsigned` : version
}

/** `daybook-0.1.0-windows-x64.exe`; `release`: see `releaseName`. */
export function executableOf(target: Target, release: string): string {
  return `daybook-${release}-${target}${target.startsWith('windows') ? '.exe' : ''}`
}

export function isTarget(name: string): name is Target {
  return targets.some((target) => target === name)
}
