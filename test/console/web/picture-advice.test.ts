import { expect, test } from 'bun:test'
import { adviceOnPhotos } from '../../../src/console/components/image-field.tsx'

test('who chooses a HEIC photo learns which setting of the iPhone makes others, and nobody else does', () => {
  expect(adviceOnPhotos(['a.jpg', 'IMG_0417.HEIC'])).toContain('Most Compatible')
  expect(adviceOnPhotos(['a.jpg', 'heic.png'])).toBe('')
})
