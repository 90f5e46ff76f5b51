import { t } from '../language/language.ts'

/** Advice to follow a sentence if some of these files are photos in Apple's format. '' if none are. */
export function adviceOnPhotos(names: readonly string[]): string {
  if (!names.some((name) => /\.hei[cf]s?$/i.test(name))) return ''
  return ` ${t('A HEIC photo is not taken: on the iPhone choose Settings, Camera, Formats, Most Compatible, or share the photo as JPEG.')}`
}
