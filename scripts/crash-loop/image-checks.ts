import type { Database } from 'bun:sqlite'
import type { DataDir } from '../../src/platform/disk/data-dir.ts'
import { hashOnDisk, type Report } from './open-database.ts'

/** The images that the catalogue shows. An image on another server is a URL. */
const shownImages = `SELECT image FROM product_images UNION SELECT image FROM categories
  UNION SELECT image FROM offers`

/** Every image that is shown has its file, byte for byte. Every file that is kept is shown. */
export function checkImages(db: Database, dir: DataDir, report: Report): void {
  const rows = db
    .query<{ hash: string; state: string | null }, []>(
      `SELECT substr(image, 1, 64) AS hash, state FROM (${shownImages})
       LEFT JOIN files ON hash = substr(image, 1, 64) AND kind = 'images'
       WHERE image NOT LIKE 'http%'`,
    )
    .all()
  for (const { hash, state } of rows) {
    if (state !== 'stored') report('an image has its file', `${hash} is ${state ?? 'unknown'}`)
    const found = hashOnDisk(dir.images, hash)
    if (found !== hash) report('an image has its file', `${hash} is ${found} on the disk`)
  }
  const shown = new Set(rows.map(({ hash }) => hash))
  const kept = db.query<{ hash: string }, []>(
    "SELECT hash FROM files WHERE kind = 'images' AND state = 'stored'",
  )
  for (const { hash } of kept.all()) {
    if (!shown.has(hash)) report('no orphan row', `nothing shows the image ${hash}`)
  }
}
