import { Button, FileButton, Group, Input, Stack } from '@mantine/core'
import { IconPhotoPlus } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { Thumbnail } from './cells.tsx'
import { t } from '../language/language.ts'

/** A data URL of a new image, null to remove the image, undefined to keep it. */
export type ImageChange = string | null | undefined

type ImageFieldProps = {
  /** The present image: a path here, or the address of an image elsewhere. */
  current: string | null
  value?: ImageChange
  onChange?(value: ImageChange): void
  error?: ReactNode
}

/** A field for one image: choose, replace or remove. */
export function ImageField({ current, value, onChange, error }: ImageFieldProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const shown = value === undefined ? current : value
  const choose = async (file: File | null) => {
    if (file === null) return
    try {
      onChange?.(await preparePicture(file))
      setProblem(null)
    } catch {
      setProblem(
        t('This browser cannot open {{name}}. Save it as JPEG or PNG first.', { name: file.name }) +
          adviceOnPhotos([file.name]),
      )
    }
  }
  return (
    <Input.Wrapper
      label={t('Image (optional)')}
      labelElement="div"
      error={problem ?? error}
      description={t('Photos above 5 MB are made smaller.')}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
    >
      <Group mt={6} align="center">
        <Thumbnail url={shown} alt={t('The image as it is now')} size={96} />
        <Stack gap="xs" align="flex-start">
          <FileButton onChange={(file) => void choose(file)} accept="image/*">
            {(button) => (
              <Button
                variant="default"
                size="xs"
                leftSection={<IconPhotoPlus size={14} aria-hidden />}
                {...button}
              >
                {shown === null ? t('Choose an image') : t('Replace the image')}
              </Button>
            )}
          </FileButton>
          {shown !== null && (
            <Button
              variant="subtle"
              color="gray"
              c="inherit"
              size="xs"
              onClick={() => onChange?.(null)}
            >
              {t('Remove the image')}
            </Button>
          )}
        </Stack>
      </Group>
    </Input.Wrapper>
  )
}

/** The image in the server's form: only the base64. Nothing if the image stays. */
export function sentImage(value: ImageChange): { image?: string | null } {
  if (value === undefined) return {}
  return { image: value === null ? null : value.slice(value.indexOf(',') + 1) }
}

/** The most characters of pictures in one call: the server accepts 32 MiB in one piece. */
export const callCharactersMax = 20_000_000

/** The most bytes and pixels of a picture that is sent unchanged (the server's limits). */
const asIsBytesMax = 5 * 1024 * 1024
const asIsPixelsMax = 40_000_000

/** The longer side of a reduced picture, in pixels. */
const sideMax = 2_000

const jpegQuality = 0.85

/** The types that the server accepts unchanged. */
const taken = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']

/**
 * A chosen picture as a data URL: the file itself, or a reduced picture if the server would refuse the file. Throws if
 * the browser cannot open the file, whatever its name.
 */
export async function preparePicture(file: File): Promise<string> {
  const bitmap = await createImageBitmap(file)
  try {
    const isTaken =
      taken.includes(file.type) &&
      file.size <= asIsBytesMax &&
      bitmap.width * bitmap.height <= asIsPixelsMax
    return await dataUrlOf(isTaken ? file : await smaller(bitmap))
  } finally {
    bitmap.close()
  }
}

async function smaller(bitmap: ImageBitmap): Promise<Blob> {
  const scale = Math.min(1, sideMax / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('The browser cannot draw.')
  // Transparent parts would be black in a JPEG.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return await new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('No picture was made.')) : resolve(blob)),
      'image/jpeg',
      jpegQuality,
    )
  })
}

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') resolve(reader.result)
    })
    reader.addEventListener('error', () => {
      reject(reader.error ?? new Error('The file could not be read.'))
    })
    reader.readAsDataURL(blob)
  })
}

/** Advice to follow a sentence if some of these files are photos in Apple's format. '' if none are. */
export function adviceOnPhotos(names: readonly string[]): string {
  if (!names.some((name) => /\.hei[cf]s?$/i.test(name))) return ''
  return ` ${t('A HEIC photo is not taken: on the iPhone choose Settings, Camera, Formats, Most Compatible, or share the photo as JPEG.')}`
}
