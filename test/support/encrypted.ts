import { PDFDocument } from '@cantoo/pdf-lib'

/** A PDF that only this password opens, as banks send statements. */
export async function encrypted(pdf: Uint8Array, password: string): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf)
  document.encrypt({ userPassword: password, ownerPassword: `${password}-owner` })
  return await document.save()
}
