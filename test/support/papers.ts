import { jpeg, type Picture } from './pictures.ts'
import { firstOwnObject, pdfFile } from '../../src/cli/demo/papers/write-papers.ts'

/** Tiles of a thousandth of a point each on a whole page: no computer comes to the end of them. */
const tiny =
  '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 5000 5000] /XStep 0.001 /YStep 0.001'

/** A PDF of a few hundred bytes whose one page takes for ever to draw. */
export function endlessPdf(): Picture {
  const tile = '0 0 1 1 re f 2 2 1 1 re f'
  const pattern = `<< /Type /Pattern ${tiny} /Resources << >> /Length ${tile.length} >>\nstream\n${tile}\nendstream`
  const page = { width: 600, height: 600, content: '/Pattern cs /P scn 0 0 600 600 re f' }
  const dictionary = `/Pattern << /P ${firstOwnObject} 0 R >>`
  return pdfFile([page], { dictionary, objects: [pattern] })
}

/** A JPEG as phones make it: it lies on its side, and a note says how to turn it (source: Exif, Orientation 6). */
export function photoOnItsSide({ width, height }: { width: number; height: number }): Picture {
  const photo = jpeg(width, height)
  const note = Uint8Array.fromHex(
    `ffe10022${Buffer.from('Exif\0\0').toHex()}4d4d002a00000008000101120003000000010006000000000000`,
  )
  return new Uint8Array(Buffer.concat([photo.subarray(0, 2), note, photo.subarray(2)]))
}
