import { expect, test } from 'bun:test'
import manifest from '../../../package.json'
import { containerfile, homebrewFormula } from '../../../scripts/release/recipes.ts'
import { executableOf, releaseName } from '../../../scripts/release/targets.ts'

test("Homebrew's formula names the file and the hash of each system", () => {
  const name = `daybook-${manifest.version}-darwin-arm64`
  const formula = homebrewFormula(
    { home: 'https://example.com/files', release: manifest.version },
    new Map([[name, 'a'.repeat(64)]]),
  )
  expect(formula).toContain(
    `url "https://example.com/files/${name}"\n      sha256 "${'a'.repeat(64)}"`,
  )
  expect(formula).not.toContain('darwin-x64')
  expect(formula).toContain('generate_completions_from_executable(bin/"daybook", "completions")')
  const opened = formula.match(/^ *(class|on_\w+ do|def|service do|test do)/gm) ?? []
  expect(formula.match(/^ *end$/gm)).toHaveLength(opened.length)
})

test('a container runs as a user without rights, keeps its data in a volume and says how it is', () => {
  for (const line of ['USER 10001:10001', 'VOLUME /data', 'HEALTHCHECK ', 'STOPSIGNAL SIGTERM']) {
    expect(containerfile(manifest.version)).toContain(`\n${line}`)
  }
})

test('a release whose programs hold no key says so in the names of its files', () => {
  const unsigned = releaseName('0.2.0', undefined)
  expect(executableOf('windows-x64', unsigned)).toBe('daybook-0.2.0-unsigned-windows-x64.exe')
  expect(containerfile(unsigned)).toContain('COPY daybook-0.2.0-unsigned-linux-* ')
  const name = executableOf('linux-x64', unsigned)
  const formula = homebrewFormula({ home: 'here', release: unsigned }, new Map([[name, 'a']]))
  expect(formula).toContain(`url "here/${name}"`)
  expect(executableOf('linux-x64', releaseName('0.2.0', 'a key'))).toBe('daybook-0.2.0-linux-x64')
})
