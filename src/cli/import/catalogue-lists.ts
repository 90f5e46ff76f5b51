import { storeOf } from '../../app.ts'
import type { Conn } from '../../platform/db/connection.ts'
import { AppError } from '../../platform/errors.ts'
import { FileGone, withStoredFiles } from '../../platform/files/file-rows.ts'
import { imageBytesMax, judgeImage } from '../../platform/files/images.ts'
import type { JsonObject } from '../../platform/json/json.ts'
import { recordTable } from '../../platform/record/field.ts'
import { categoryFields, offerFields } from '../../services/storefront/display/record.ts'
import { deleteUnusedImages, imageUrl } from '../../services/storefront/images/store-images.ts'
import {
  storeOffer,
  targetColumns as offerTargetColumns,
} from '../../services/storefront/display/offers.ts'
import { storeCategory } from '../../services/storefront/display/categories.ts'
import type { StorefrontDeps } from '../../services/storefront/service.ts'
import {
  enterAll,
  type Entered,
  type ImportKind,
  type ImportTarget,
  inSlices,
  type Line,
  lineError,
  type Outcome,
} from './kind.ts'
import { readBase64 } from './products.ts'
import { readNamedFile } from './source.ts'

/** Columns with a picture's address or path. */
const pictureColumns = ['image_url', 'image_file']

export const categories = catalogueList('categories', storeCategory, {
  action: 'categories brought in',
  fields:
    'name, optional slug (made of the name when left out; lines match by it), sort_order, image_url, image_file (path of a picture) or image_base64',
  table: recordTable(categoryFields, { required: ['name'], texts: pictureColumns }),
})

export const offers = catalogueList('offers', storeOffer, {
  action: 'offers brought in',
  fields:
    'title, optional slug (likewise), subtitle, badge_text, rule_kind, rule_value, applies_to (everything, categories or products, to make them cheaper by the rule; in CSV separated by |: categories by slug, products by SKU), sort_order, is_active, starts_at, ends_at, image_url, image_file or image_base64',
  table: recordTable(offerFields, {
    required: ['title'],
    texts: [...offerTargetColumns, ...pictureColumns],
  }),
})

type StoreLine = (conn: Conn, deps: StorefrontDeps, line: JsonObject, now: number) => Outcome

function catalogueList(
  name: string,
  storeLine: StoreLine,
  form: Required<Pick<ImportKind, 'action' | 'fields' | 'table'>>,
): ImportKind {
  return {
    name,
    ...form,
    async enter(lines, target) {
      const { database, dir, clock } = target
      const deps = { database, clock, store: storeOf(dir) }
      const enter = (conn: Conn, { value }: Line) => ({
        outcome: storeLine(conn, deps, value, clock.now()),
      })
      for await (const slice of inSlices(lines)) {
        // One by one, in order, because a later line with the same slug replaces an earlier one.
        if (!slice.some(bringsPicture)) await enterAll(target, slice, enter)
        else for (const line of slice) await enterPictured(target, deps, line, enter)
      }
      await deleteUnusedImages(deps)
    },
  }
}

function bringsPicture({ value }: Line): boolean {
  return (value['image_file'] ?? value['image_base64'] ?? null) !== null
}

/** Stores a line's picture first. The line then names it as an image of this server. */
async function enterPictured(
  target: ImportTarget,
  deps: StorefrontDeps,
  line: Line,
  enter: (conn: Conn, line: Line) => Entered,
): Promise<void> {
  if (!bringsPicture(line)) return await enterAll(target, [line], enter)
  const picture = await readPicture(target.source.folder, line.value).catch(lineError)
  if ('error' in picture) return target.tally.fail(line.line, picture.error)
  const { store } = deps
  const pictured = { ...line, value: { ...line.value, image_url: imageUrl(picture.image, '') } }
  await withStoredFiles(
    async () => void (await store.put('images', picture.bytes)),
    () =>
      enterAll(target, [pictured], (conn) => {
        if (!store.has('images', picture.hash)) throw new FileGone(picture.image)
        return enter(conn, pictured)
      }),
  )
}

/** Throws AppError for bytes that are no image. */
async function readPicture(folder: string, { image_file: path, image_base64: text }: JsonObject) {
  const bytes =
    path === undefined || path === null
      ? readBase64('image_base64', text)
      : (await readNamedFile({ folder, field: 'image_file', path, bytesMax: imageBytesMax })).bytes
  const judged = judgeImage(bytes)
  if ('reason' in judged) throw new AppError('invalid_request', `The image ${judged.reason}.`)
  const hash = Bun.SHA256.hash(bytes, 'hex')
  return { bytes, hash, image: `${hash}.${judged.extension}` }
}
