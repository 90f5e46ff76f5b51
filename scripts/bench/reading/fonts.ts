import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Fonts like those on Indian bills. They come from packages, so every machine prints alike. */
const packages = {
  Arimo: 'arimo',
  Tinos: 'tinos',
  Cousine: 'cousine',
  Carlito: 'carlito',
  Roboto: 'roboto',
  'Open Sans': 'open-sans',
  Lato: 'lato',
  'Roboto Condensed': 'roboto-condensed',
  VT323: 'vt323',
  Caveat: 'caveat',
  'Noto Sans Devanagari': 'noto-sans-devanagari',
  'Noto Sans Gujarati': 'noto-sans-gujarati',
} as const

export type FontName = keyof typeof packages

export function isFont(name: string): name is FontName {
  return Object.hasOwn(packages, name)
}

/** The subset with the rupee sign is "latin-ext". */
const subsets = {
  latin: 'U+0000-00FF,U+2000-206F,U+2122,U+2212',
  'latin-ext': 'U+20A0-20C0',
  devanagari: 'U+0900-097F,U+1CD0-1CF9,U+200C-200D,U+A8E0-A8FF',
  gujarati: 'U+0A80-0AFF,U+200C-200D',
} as const

/** A dot matrix has one weight. */
const oneWeight = new Set<FontName>(['VT323'])

/** The CSS rules for these fonts, with the fonts embedded. */
export function fontFaces(names: readonly FontName[]): string {
  return names.flatMap(facesOf).join('\n')
}

function facesOf(name: FontName): string[] {
  const weights = oneWeight.has(name) ? [400] : [400, 700]
  return weights.flatMap((weight) => subsetsOf(name).map((subset) => face(name, subset, weight)))
}

type Subset = keyof typeof subsets

function subsetsOf(name: FontName): Subset[] {
  if (name === 'Noto Sans Devanagari') return ['devanagari']
  if (name === 'Noto Sans Gujarati') return ['gujarati']
  return ['latin', 'latin-ext']
}

function face(name: FontName, subset: Subset, weight: number): string {
  const folder = packages[name]
  const file = `${folder}-${subset}-${weight}-normal.woff2`
  const path = join(import.meta.dir, '../../../node_modules/@fontsource', folder, 'files', file)
  const font = readFileSync(path).toString('base64')
  return `@font-face { font-family: '${name}'; font-weight: ${weight}; unicode-range: ${subsets[subset]};
    src: url(data:font/woff2;base64,${font}) format('woff2') }`
}
