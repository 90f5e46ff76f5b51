import { expect, test } from 'bun:test'
import { recognise } from '../../../src/reader/pages/ocr/recognise.ts'

/** A network that sees one letter, with these chances, whatever the line. */
function networkOf(chances: Readonly<Record<string, number>>) {
  const classes = ['', ...Object.keys(chances)]
  const values = Float32Array.from([0, ...Object.values(chances)])
  return { classes, recogniser: async () => ({ values, sizes: [1, 1, classes.length] }) }
}

async function lettersOf(chances: Readonly<Record<string, number>>) {
  const picture = { width: 40, height: 20, pixels: new Uint8Array(40 * 20 * 4) }
  const strip = { x: 20, y: 10, width: 40, height: 20, angle: 0 }
  const [reading] = await recognise(networkOf(chances), picture, [strip])
  return reading?.letters
}

test('a cross between figures is an x, and as sure as both together', async () => {
  expect(await lettersOf({ '×': 0.5, x: 0.375, k: 0.125 })).toMatchObject([
    { text: 'x', confidence: 0.875 },
  ])
})

test('a letter that looks like another one is as sure as it is alone', async () => {
  expect(await lettersOf({ O: 0.5, '0': 0.375 })).toMatchObject([{ text: 'O', confidence: 0.5 }])
})
