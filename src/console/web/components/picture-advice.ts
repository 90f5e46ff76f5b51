import { t } from '../language/language.ts'

/** What to do about photos among these files that only an iPhone opens, to stand behind a sentence; nothing where there are none. */
export function adviceOnPhotos(names: readonly string[]): string {
  if (!names.some((name) => /\.hei[cf]s?$/i.test(name))) return ''
  return ` ${t('A HEIC photo is not taken: on the iPhone choose Settings, Camera, Formats, Most Compatible, or share the photo as JPEG.')}`
}
