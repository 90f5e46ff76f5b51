import { Anchor, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Thumbnail } from '../thumbnail.tsx'

type PicturedNameProps = {
  image: string | null
  name: string
  onOpen(): void
  /** Below the name. */
  children?: ReactNode
}

/** What a row is called, beside its image; pressed, it is opened to be changed. */
export function PicturedName({ image, name, onOpen, children }: PicturedNameProps) {
  return (
    <Group wrap="nowrap" gap="sm" align="flex-start">
      <Thumbnail url={image} alt="" size={40} />
      <Stack gap={2} miw={0} align="flex-start">
        <Anchor component="button" type="button" ta="start" size="sm" fw={600} onClick={onOpen}>
          {name}
        </Anchor>
        {children}
      </Stack>
    </Group>
  )
}
