import dayjs from 'dayjs'
import { photosPdf } from '../../../../../platform/pictures/photos-pdf.ts'

/** Print stays sharp, and a page has about a megabyte. */
const jpegQuality = 0.9

const jpeg = 'image/jpeg'
const pdf = 'application/pdf'

/** A picture as a photo that is named by the time of day. */
export async function jpegFile(canvas: HTMLCanvasElement): Promise<File> {
  const { promise, resolve, reject } = Promise.withResolvers<Blob>()
  const take = (blob: Blob | null) =>
    blob === null ? reject(new Error('The browser made no photo.')) : resolve(blob)
  canvas.toBlob(take, jpeg, jpegQuality)
  return new File([await promise], nameNow('jpg'), { type: jpeg })
}

/** Photos as one PDF, a page each. */
export async function joinedFile(files: readonly File[]): Promise<File> {
  return new File([photosPdf(await Promise.all(files.map(uprightPhoto)))], nameNow('pdf'), {
    type: pdf,
  })
}

/** A phone's camera may leave a photo on its side with a note how to turn it, which no PDF reads. */
async function uprightPhoto(file: File) {
  const bitmap = await createImageBitmap(file)
  const asTaken = await createImageBitmap(file, { imageOrientation: 'none' })
  const { width, height } = bitmap
  const isUpright = width === asTaken.width && height === asTaken.height
  const upright = isUpright ? file : await jpegFile(canvasOf(bitmap))
  return { jpeg: new Uint8Array(await upright.arrayBuffer()), width, height }
}

function canvasOf(bitmap: ImageBitmap): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  return canvas
}

/** As phones name photos. */
function nameNow(ending: 'jpg' | 'pdf'): string {
  return `Photo_${dayjs().format('YYYYMMDD_HHmmss')}.${ending}`
}
