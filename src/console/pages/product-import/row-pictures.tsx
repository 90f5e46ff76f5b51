import { useEffect, useRef } from 'react'
import { LeaveQuestion } from '../../components/unsaved.tsx'
import { newKey } from '../../new-key.ts'
import type { Photo, Placing, Target } from '../photos/photos.ts'
import { SavingPhotos, useSaving } from '../photos/saving.tsx'
import type { Column } from './columns.ts'
import type { ImportFile } from './file.ts'
import { filesOfRow } from './local-images.ts'
import type { RowResult } from './rows.ts'

type RowPicturesProps = {
  file: ImportFile
  columns: readonly (Column | null)[]
  results: readonly RowResult[]
}

/** After the import of the rows, adds the pictures that came with the file to the products. */
export function RowPictures({ file, columns, results }: RowPicturesProps) {
  const { saving, save, retry } = useSaving()
  const begin = useRef(() => {
    const placing = picturesOf({ file, columns, results })
    if (placing.photos.length > 0) void save({ ...placing, replaces: false })
  })
  useEffect(() => begin.current(), [])
  if (saving.state === 'idle') return null
  return (
    <>
      <LeaveQuestion
        isDirty={() => saving.state === 'running'}
        title="Stop the pictures?"
        stay="Stay here"
        leave="Stop and leave"
      >
        The products are in, but not all of their pictures.
      </LeaveQuestion>
      <SavingPhotos saving={saving} onRetry={() => void retry()} />
    </>
  )
}

function picturesOf({ file, columns, results }: RowPicturesProps): Placing {
  const photos: Photo[] = []
  const targets: Target[] = []
  for (const { id, name, sku, cells } of results) {
    const files = id === null ? [] : filesOfRow(columns, cells, file.images)
    if (id === null || files.length === 0) continue
    targets.push({ id, name, sku, images: [] })
    photos.push(
      ...files.map((picture, order) => ({
        key: newKey(),
        file: picture,
        url: '',
        productId: id,
        order,
        rivals: 0,
      })),
    )
  }
  return { photos, targets }
}
