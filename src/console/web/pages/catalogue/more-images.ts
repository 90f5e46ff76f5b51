import { api, ask } from '../../client.ts'
import { callCharactersMax } from '../../components/image-field.tsx'
import { counted } from '../../components/values.tsx'
import { messageOf } from '../../refusal.ts'
import type { PictureValue } from './values.ts'

/** New images are sent as they are: where one call cannot take them all, the last ones follow in calls of their own. */
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
    // Those that are there already stay with the product, however far behind they stand.
    const call = isNew(image) ? calls.at(-1) : calls[0]
    call?.push(image)
  }
  const [now = [], ...later] = calls
  return { now, later }
}

function isNew({ url }: PictureValue): boolean {
  return url.startsWith('data:')
}

/** Puts images behind those of a product that was saved before. Returns what could not be done. */
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
      // The product is there: to refuse all of it would have it made twice.
      warnings.push(`Not saved: ${counted(images.length, 'image')}. ${messageOf(error)}`)
    }
  }
  return warnings
}
