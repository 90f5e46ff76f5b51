import { Button, FileButton, Group, Input, Stack } from '@mantine/core'
import { IconPhotoPlus } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { preparePicture } from '../prepare-picture.ts'
import { Thumbnail } from '../thumbnail.tsx'

/** A data URL of a new image, null to take it away, undefined to leave it as it is. */
export type ImageChange = string | null | undefined

type ImageFieldProps = {
  /** What is shown now: a path here, or the address of an image elsewhere. */
  current: string | null
  value?: ImageChange
  onChange?(value: ImageChange): void
  error?: ReactNode
}

/** The one image of something: chosen, replaced or taken away. */
export function ImageField({ current, value, onChange, error }: ImageFieldProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const shown = value === undefined ? current : value
  const choose = async (file: File | null) => {
    if (file === null) return
    try {
      onChange?.(await preparePicture(file))
      setProblem(null)
    } catch {
      setProblem(`This browser cannot open ${file.name}. Save it as JPEG or PNG first.`)
    }
  }
  return (
    <Input.Wrapper
      label="Image (optional)"
      labelElement="div"
      error={problem ?? error}
      description="Large photos are made smaller."
      inputWrapperOrder={['label', 'description', 'input', 'error']}
    >
      <Group mt={6} align="center">
        <Thumbnail url={shown} alt="The image as it is now" size={96} />
        <Stack gap="xs" align="flex-start">
          <FileButton onChange={(file) => void choose(file)} accept="image/*">
            {(button) => (
              <Button
                variant="default"
                size="xs"
                leftSection={<IconPhotoPlus size={14} aria-hidden />}
                {...button}
              >
                {shown === null ? 'Choose an image' : 'Replace the image'}
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
              Remove the image
            </Button>
          )}
        </Stack>
      </Group>
    </Input.Wrapper>
  )
}

/** What the server takes: base64 alone; nothing at all when the image stays. */
export function sentImage(value: ImageChange): { image?: string | null } {
  if (value === undefined) return {}
  return { image: value === null ? null : value.slice(value.indexOf(',') + 1) }
}
