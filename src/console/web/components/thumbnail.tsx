import { Center, Image } from '@mantine/core'
import { IconPhoto, IconPhotoOff } from '@tabler/icons-react'

type ThumbnailProps = { url: string | null; alt: string; size: number }

/** An image that is kept here. One elsewhere is only linked: the console asks nobody but its own server. */
export function Thumbnail({ url, alt, size }: ThumbnailProps) {
  const isHere = url !== null && /^(\/images\/|data:|blob:)/.test(url)
  if (isHere) {
    return <Image src={url} alt={alt} w={size} h={size} fit="contain" radius="sm" loading="lazy" />
  }
  const Icon = url === null ? IconPhotoOff : IconPhoto
  return (
    <Center
      w={size}
      h={size}
      className="no-image"
      title={url === null ? 'No image' : 'Linked image'}
    >
      <Icon size={Math.min(24, size / 2)} stroke={1.4} aria-hidden />
    </Center>
  )
}
