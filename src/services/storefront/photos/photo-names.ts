import { fold } from '../texts.ts'

/** A key of fewer characters is too likely to be the beginning of something else: "tea" of "tea-strainer.jpg". */
const beginningMin = 4

/** What a file's name may mean: `order` is the photo's place among those of its product, the first the smallest. */
type Reading = { key: string; order: number; by: 'code or name' | 'code' }

/** Behind a name: the number of the photo, its letter, or what it shows. */
const ending =
  /^(.*[\p{L}\p{M}\p{N}])[\s_.()-]+(\d{1,2}|[a-z]|main|front|side|left|right|back|top|bottom|detail)\)?$/iu

const sides = ['main', 'front', 'side', 'left', 'right', 'back', 'top', 'bottom', 'detail']

const betweenWords = /[^\p{L}\p{M}\p{N}]+/u
const notInKeys = /[^\p{L}\p{M}\p{N}]/gu

/** A code or a name without what people write differently: case, and all signs between letters and digits. */
export function photoKey(text: string): string {
  return fold(text).replaceAll(notInKeys, '')
}

/** The ways to read a file's name, the likeliest first: all of it, without its ending, and codes that it begins with. */
export function readPhotoName(fileName: string): Reading[] {
  const stem = fileName.replace(/\.[a-z0-9]{1,5}$/i, '').trim()
  const readings: Reading[] = [{ key: photoKey(stem), order: 0, by: 'code or name' }]
  const [, start, mark] = ending.exec(stem) ?? []
  if (start !== undefined && mark !== undefined) {
    readings.push({ key: photoKey(start), order: orderOf(mark), by: 'code or name' })
  }
  const words = stem.split(betweenWords).filter((word) => word !== '')
  const order = mark === undefined ? sides.length : orderOf(mark)
  for (let count = words.length - 1; count > 0; count--) {
    const key = photoKey(words.slice(0, count).join(''))
    if (key.length >= beginningMin) readings.push({ key, order, by: 'code' })
  }
  return readings.filter(({ key }) => key !== '')
}

function orderOf(mark: string): number {
  const word = mark.toLowerCase()
  if (/^\d+$/.test(word)) return Number(word)
  const side = sides.indexOf(word)
  return side >= 0 ? side : word.charCodeAt(0) - 'a'.charCodeAt(0) + 1
}
