import {
  ActionIcon,
  Anchor,
  Center,
  Group,
  Image,
  Menu,
  Stack,
  Text,
  type AnchorProps,
  Badge,
} from '@mantine/core'
import { IconDots, IconPhoto, IconPhotoOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { srcsetOf } from '../../platform/files/thumbnail-names.ts'
import { t } from '../language/language.ts'

type ThumbnailProps = { url: string | null; alt: string; size: number }

/** A stored image. An image elsewhere is only a link, because the console loads nothing from other servers. */
export function Thumbnail({ url, alt, size }: ThumbnailProps) {
  const isHere = url !== null && /^(\/images\/|data:|blob:)/.test(url)
  if (isHere) {
    return (
      <Image
        src={url}
        srcSet={url.startsWith('/images/') ? srcsetOf(url) : undefined}
        sizes={`${size}px`}
        alt={alt}
        w={size}
        h={size}
        fit="contain"
        radius="sm"
        loading="lazy"
      />
    )
  }
  const Icon = url === null ? IconPhotoOff : IconPhoto
  return (
    <Center
      w={size}
      h={size}
      className="no-image"
      title={url === null ? t('No image') : t('Linked image')}
    >
      <Icon size={Math.min(24, size / 2)} stroke={1.4} aria-hidden />
    </Center>
  )
}

type PicturedNameProps = {
  image: string | null
  name: string
  onOpen(): void
  /** Below the name. */
  children?: ReactNode
}

/** The name of a row beside its image. Pressing it opens the row for editing. */
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

type NotedProps = { note: ReactNode; fw?: number; children: ReactNode }

/** The content of a cell, with an optional note in smaller type below. */
export function Noted({ note, fw = 400, children }: NotedProps) {
  return (
    <Stack gap={2} align="flex-start">
      <Text size="sm" fw={fw} component="div" style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
      {note !== null && note !== undefined && note !== false && (
        <Text size="xs" c="dimmed" component="div">
          {note}
        </Text>
      )}
    </Stack>
  )
}

type DocumentLinkProps = { to: { id: string; filename: string } } & AnchorProps

/** The name of a document's file, as a link to the document. */
export function DocumentLink({ to, ...anchor }: DocumentLinkProps) {
  return (
    <Anchor
      {...anchor}
      style={{ overflowWrap: 'anywhere' }}
      renderRoot={(props) => <Link to="/documents/$id" params={{ id: to.id }} {...props} />}
    >
      {to.filename}
    </Anchor>
  )
}

/** The name of a vendor, or of a seller that is not in the list, as a link to what Daybook learnt from its bills. */
export function VendorLink({ to }: { to: { id: string; name: string } }) {
  return (
    <Anchor
      size="sm"
      fw={600}
      style={{ overflowWrap: 'anywhere' }}
      renderRoot={(props) => <Link to="/vendors/$id" params={{ id: to.id }} {...props} />}
    >
      {to.name}
    </Anchor>
  )
}

type DotsMenuProps = {
  /** "Actions for Tally"; read out by screen readers. */
  label: string
  /** In pixels. */
  width?: number
  children: ReactNode
}

/** The actions of a row, behind its three dots. */
export function DotsMenu({ label, width = 180, children }: DotsMenuProps) {
  return (
    <Menu position="bottom-end" width={width}>
      <Menu.Target>
        <ActionIcon aria-label={label}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}

/** Marks a key that works on a copy of the shop's data. */
export function TestBadge() {
  return (
    <Badge size="sm" color="grape" variant="light">
      Test key
    </Badge>
  )
}
