import { pictureAnswer } from '../../src/cli/own-processes.ts'
import type { PictureProcess } from '../../src/platform/pictures/pictures.ts'

/** Pages are drawn in this process: starting one for each is what takes long on a busy computer. */
export const drawingHere: PictureProcess = {
  async ask([file = '', page, width], passwords) {
    try {
      const answer = await pictureAnswer(file, Number(page), Number(width), passwords)
      return { bytes: new Uint8Array(Buffer.from(answer)) }
    } catch (error) {
      return { ended: 'crashed', complaint: String(error) }
    }
  },
  stop: () => Promise.resolve(),
}
