import { api, ask } from '../../client.ts'
import { callCharactersMax } from '../../components/image-field.tsx'
import { counted } from '../../components/values.tsx'
import { messageOf } from '../../refusal.ts'
import type { PictureValue } from './values.ts'

/** Distributes new images over calls: if one call cannot take all, the last ones follow in further calls. */
export function imagesByCall(images: readonly PictureValue[]): {
  now: PictureValue[]
  later: PictureValue[][]
} {
  const calls: PictureValue[][] = [[]]
  let characters = 0
  for (const image of images) {
    if (isNew(image) && characters + image.url.length > callCharactersMax) {
      calls.push([])
      characters = 0
    }
    if (isNew(image)) characters += image.url.length
    // Existing images stay in the first call, wherever they are in the order.
    const call = isNew(image) ? calls.at(-1) : calls[0]
    call?.push(image)
  }
  const [now = [], ...later] = calls
  return { now, later }
}

function isNew({ url }: PictureValue): boolean {
  return url.startsWith('data:')
}

/** Adds images to a saved product. Returns warnings about images that failed. */
export async function addImages(
  id: string,
  calls: readonly (readonly PictureValue[])[],
): Promise<string[]> {
  const warnings: string[] = []
  for (const images of calls) {
    const photos = images.map(({ url, alt }) => ({ base64: url, alt }))
    try {
      const answer = await ask(api.products({ id }).photos.post({ photos, replaces: false }))
      warnings.push(...answer.warnings)
    } catch (error) {
      // The product is already saved. An error would make the user create it twice.
      warnings.push(`Not saved: ${counted(images.length, 'image')}. ${messageOf(error)}`)
    }
  }
  return warnings
}
