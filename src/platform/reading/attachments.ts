import type { PdfDocument } from './pdf-document.ts'
import type { ReadFile } from './words.ts'

type Attachment = ReadFile['attachments'][number]

/** An invoice carries one or two files of some hundred kilobytes. */
const attachmentsMax = 20
const attachmentBytesMax = 8 * 1024 * 1024

/** Bytes of a name: longer ones are cut. */
const nameBytesMax = 1024

/** The files that a PDF carries, such as the data of an e-invoice; larger ones are left out. */
export function readAttachments({ pdfium, document }: PdfDocument): Attachment[] {
  const total = pdfium.function('FPDFDoc_GetAttachmentCount')(document)
  const get = pdfium.function('FPDFDoc_GetAttachment')
  return Array.from({ length: Math.min(total, attachmentsMax) }, (_, index) =>
    get(document, index),
  ).flatMap((attachment) => {
    const bytes = contentOf({ pdfium, document }, attachment)
    return bytes === undefined ? [] : [{ name: nameOf({ pdfium, document }, attachment), bytes }]
  })
}

function nameOf({ pdfium }: PdfDocument, attachment: number): string {
  const getName = pdfium.function('FPDFAttachment_GetName')
  return pdfium.withRoom(nameBytesMax, (room) => {
    const length = Math.min(getName(attachment, room, nameBytesMax), nameBytesMax)
    const text = new TextDecoder('utf-16le').decode(pdfium.bytes(room, length))
    return text.replaceAll('\0', '')
  })
}

function contentOf({ pdfium }: PdfDocument, attachment: number): Uint8Array | undefined {
  const getFile = pdfium.function('FPDFAttachment_GetFile')
  const length = pdfium.withRoom(4, (size) => {
    const isThere = getFile(attachment, 0, 0, size) !== 0
    return isThere ? pdfium.view().getUint32(size, true) : 0
  })
  if (length === 0 || length > attachmentBytesMax) return undefined
  return pdfium.withRoom(length + 4, (room) => {
    const isRead = getFile(attachment, room + 4, length, room) !== 0
    return isRead ? pdfium.bytes(room + 4, length).slice() : undefined
  })
}
