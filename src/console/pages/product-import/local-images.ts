import type { Column } from './columns.ts'

/** Pictures that were dropped with a file, by the keys of their names. */
export type LocalImages = ReadonlyMap<string, File>

export const noImages: LocalImages = new Map()

/** In bytes. No shop has larger pictures. From an archive, at most `unpackedBytesMax` are unpacked. */
const pictureBytesMax = 32 * 1024 * 1024
const unpackedBytesMax = 1024 * 1024 * 1024

const pictureName = /\.(?:jpe?g|png|webp|gif)$/i

/** The pictures among dropped files, also pictures in ZIP archives. Throws if an archive cannot be read. */
export async function localImagesOf(files: readonly File[]): Promise<LocalImages> {
  const pictures = await Promise.all(
    files.map(async (file) => (isArchive(file) ? await unpacked(file) : [file])),
  )
  return new Map(
    pictures
      .flat()
      .filter(({ name }) => pictureName.test(name))
      .map((file) => [keyOf(file.name), file]),
  )
}

export function isArchive({ name }: File): boolean {
  return /\.zip$/i.test(name)
}

export function isPicture({ name }: File): boolean {
  return pictureName.test(name)
}

async function unpacked(archive: File): Promise<File[]> {
  const { unzipSync } = await import('fflate')
  let bytes = 0
  const entries = unzipSync(new Uint8Array(await archive.arrayBuffer()), {
    filter({ name, originalSize }) {
      // The folder that macOS adds to archives.
      if (!pictureName.test(name) || name.startsWith('__MACOSX/')) return false
      bytes += originalSize
      return originalSize <= pictureBytesMax && bytes <= unpackedBytesMax
    },
  })
  return Object.entries(entries).map(([path, content]) => {
    const name = path.slice(path.lastIndexOf('/') + 1)
    return new File([new Uint8Array(content)], name, { type: typeOf(name) })
  })
}

function typeOf(name: string): string {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return `image/${ending === 'jpg' ? 'jpeg' : ending}`
}

/** The endings that shops give the names of smaller copies: -300x300, _600x, -scaled, -1024x768@2x. */
const copyMark = /(?:[-_]\d{2,4}x\d{0,4}(?:@2x)?|[-_]scaled)$/i

/** The name of a picture without path, ending and copy mark, in one case for all. */
function keyOf(name: string): string {
  return name
    .replace(/\.[a-z]+$/i, '')
    .replace(copyMark, '')
    .normalize('NFC')
    .toLowerCase()
}

function addressesIn(text: string): string[] {
  return text
    .split(/[\s,|]+(?=https?:|\/)|\n/)
    .map((address) => address.trim())
    .filter(Boolean)
}

/** The file that the last part of an address names. */
function fileOf(address: string, images: LocalImages): File | undefined {
  const [path = ''] = address.split(/[?#]/)
  const last = path.slice(path.lastIndexOf('/') + 1)
  return images.get(keyOf(decoded(last))) ?? images.get(keyOf(last))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A single % is not an escape. The text stays as written.
    return text
  }
}

const imageColumns: readonly (Column | null)[] = ['images', 'image_url']

/** The dropped pictures that a row names, in the row's order. */
export function filesOfRow(
  columns: readonly (Column | null)[],
  cells: readonly string[],
  images: LocalImages,
): File[] {
  const files = cells.flatMap((cell, at) =>
    imageColumns.includes(columns[at] ?? null)
      ? addressesIn(cell).flatMap((address) => fileOf(address, images) ?? [])
      : [],
  )
  return [...new Set(files)]
}

/** The cells of a row without the addresses of dropped pictures: the browser uploads these pictures instead of linking them. */
export function withoutLocal(
  columns: readonly (Column | null)[],
  cells: readonly string[],
  images: LocalImages,
): string[] {
  if (images.size === 0) return [...cells]
  return cells.map((cell, at) =>
    imageColumns.includes(columns[at] ?? null)
      ? addressesIn(cell)
          .filter((address) => fileOf(address, images) === undefined)
          .join(', ')
      : cell,
  )
}
