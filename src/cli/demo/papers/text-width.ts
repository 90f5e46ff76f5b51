/** Widths of Helvetica's characters in thousandths of the size (source: its AFM file). All others count as a lower-case letter. */
const widths: readonly [characters: string, width: number][] = [
  ["ijl'|", 222],
  ['ft .,:;/![]I\\', 278],
  ['r-()', 333],
  ['ckJsvxyz*', 500],
  ['0123456789abdeghnopqu#₹_+?=<>~', 556],
  ['TFLZ', 611],
  ['ABEKPSVXY&', 667],
  ['CDHNRUw', 722],
  ['GOQ', 778],
  ['mM', 833],
  ['%', 889],
  ['W', 944],
]

const widthByCharacter = new Map(
  widths.flatMap(([characters, width]) => Array.from(characters, (each) => [each, width] as const)),
)

const otherWidth = 556

/** The width of a text in Helvetica in points. Bold print is a little wider. */
export function textWidth(text: string, size: number): number {
  const thousandths = Array.from(text).reduce(
    (sum, character) => sum + (widthByCharacter.get(character) ?? otherWidth),
    0,
  )
  return (thousandths * size) / 1000
}
