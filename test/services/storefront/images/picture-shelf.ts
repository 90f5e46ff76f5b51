import { inApiWords } from '../../../../src/platform/record/sentence.ts'
import { storeOf } from '../../../../src/app.ts'
import type { Conn } from '../../../../src/platform/db/connection.ts'
import { findFile, withStoredFiles } from '../../../../src/platform/files/file-rows.ts'
import type { JsonObject } from '../../../../src/platform/json/json.ts'
import {
  listImages,
  releaseImage,
  storeImages,
  type StoredImages,
} from '../../../../src/services/storefront/images/store-images.ts'
import {
  prepareImages,
  type Preparation,
} from '../../../../src/services/storefront/images/prepare-images.ts'
import type { StorefrontDeps } from '../../../../src/services/storefront/deps.ts'
import {
  categories,
  products,
  uncategorisedId,
} from '../../../../src/services/storefront/tables.ts'
import {
  noon,
  setClock,
  temporaryDatabase,
  type TemporaryDatabase,
} from '../../../support/temporary-database.ts'

type Told = Preparation & { warnings: string[] }

type Stored = StoredImages & { warnings: string[] }

/** Products with nothing but images, without HTTP: `seq` is a product. */
export type PictureShelf = TemporaryDatabase & {
  deps: StorefrontDeps
  addProduct(): Promise<number>
  prepare(record: JsonObject, dryRun?: boolean): Promise<Told>
  /** What a record says of images, prepared and stored. */
  put(seq: number, record: JsonObject): Promise<Stored>
  /** The references of a product, in their order. */
  images(seq: number): string[]
  rows(seq: number): { image: string; alt: string; sortOrder: number }[]
  /** Gives a category an image, or takes it away, as the act does that stores one. */
  setCategoryImage(image: string | null): Promise<void>
  /** The state of a file's row; undefined without one. */
  fileState(hash: string): string | undefined
}

export function pictureShelf(): PictureShelf {
  const temporary = temporaryDatabase()
  const { database, dir } = temporary
  const deps: StorefrontDeps = { database, clock: setClock(), store: storeOf(dir) }
  const rows = (seq: number) => listImages(database.read).all({ productSeq: seq })
  const prepare = async (record: JsonObject, dryRun = false) => {
    const { input, warnings } = await prepareImages(deps, record, { dryRun })
    return { input, warnings: warnings.map(inApiWords) }
  }
  return {
    ...temporary,
    deps,
    prepare,
    rows,
    images: (seq) => rows(seq).map(({ image }) => image),
    addProduct: () => database.write(insertProduct),
    async put(seq, record) {
      let prepared: Told = { input: { kind: 'keep' }, warnings: [] }
      const stored = await withStoredFiles(
        async () => {
          prepared = await prepare(record)
        },
        () =>
          database.write((conn) =>
            storeImages(conn, deps.store, seq, prepared.input, { dryRun: false }),
          ),
      )
      return { ...stored, warnings: prepared.warnings }
    },
    setCategoryImage: (image) =>
      database.write((conn) => {
        const before = conn.select().from(categories).get()?.image ?? null
        conn.update(categories).set({ image }).run()
        if (before !== null) releaseImage(conn, before)
      }),
    fileState: (hash) => findFile(database.read).get({ kind: 'images', hash })?.state,
  }
}

function insertProduct(conn: Conn): number {
  const id = crypto.randomUUID()
  const { seq } = conn
    .insert(products)
    .values({
      id,
      slug: id,
      name: 'Saree',
      foldedName: 'saree',
      description: '',
      foldedDescription: '',
      details: '',
      categoryId: uncategorisedId,
      mrp: 0,
      mrpGiven: true,
      priceGiven: true,
      salePrice: 0,
      stockQuantity: 0,
      gstBasisPoints: 0,
      hsn: '',
      barcode: '',
      isActive: true,
      approvalStatus: 'approved',
      version: 1,
      createdAt: noon,
      updatedAt: noon,
    })
    .returning({ seq: products.seq })
    .get()
  return seq
}
