import { expect, test } from 'bun:test'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import manifest from '../../../package.json'
import { sbomText } from '../../../scripts/release/sbom.ts'

type Component = {
  type: string
  name: string
  group?: string
  version?: string
  hashes?: { alg: string; content: string }[]
  licenses?: object[]
}

const text = sbomText(Date.UTC(2026, 10, 22))
const bom: { components: Component[] } = JSON.parse(text)

function nameOf({ group, name }: Component): string {
  return group === undefined ? name : `${group}/${name}`
}

test('the list of parts is CycloneDX 1.6', async () => {
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6)
  expect(await validator.validate(text)).toBeNull()
})

test('it names each package that ships, with its version, its licence and the hash of the registry', () => {
  const libraries = new Map(bom.components.map((component) => [nameOf(component), component]))
  for (const [name, version] of Object.entries(manifest.dependencies)) {
    const found = libraries.get(name)
    expect(found).toMatchObject({ type: 'library', version, licenses: [{}] })
    expect(found?.hashes).toEqual([
      { alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) },
    ])
  }
})

test('it names the runtime, the engines and the networks, these with their hashes', () => {
  const names = bom.components.map(nameOf)
  for (const name of ['Bun', 'SQLite', 'ONNX Runtime', 'PDFium', 'ZXing-C++', 'PP-OCRv6']) {
    expect(names).toContain(name)
  }
  const models = bom.components.filter(({ type }) => type === 'machine-learning-model')
  expect(models.map(nameOf)).toContain('recogniser.onnx.gz')
  for (const { hashes } of models) expect(hashes?.[0]?.content).toMatch(/^[0-9a-f]{64}$/)
})

test('the same sources give the same list', () => {
  expect(sbomText(Date.UTC(2026, 10, 22))).toBe(text)
})
