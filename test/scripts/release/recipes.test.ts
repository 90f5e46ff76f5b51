import { expect, test } from 'bun:test'
import manifest from '../../../package.json'
import { containerfile, homebrewFormula } from '../../../scripts/release/recipes.ts'

test("Homebrew's formula names the file and the hash of each system", () => {
  const name = `daybook-${manifest.version}-darwin-arm64`
  const formula = homebrewFormula('https://example.com/files', new Map([[name, 'a'.repeat(64)]]))
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
    expect(containerfile).toContain(`\n${line}`)
  }
})
