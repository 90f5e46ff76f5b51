import { Button } from '@mantine/core'
import { IconPlus, type Icon } from '@tabler/icons-react'
import { Link, useNavigate, type LinkProps } from '@tanstack/react-router'
import { IconButton } from './buttons.tsx'
import { useKeys } from './keys.tsx'
import { t } from '../language/language.ts'

/** The way to add an entry to a list: on a page of its own, or here. */
export type Add = { label: string; icon?: Icon } & (
  { to: NonNullable<LinkProps['to']>; onClick?: never } | { onClick(): void; to?: never }
)

export function AddButton({ add: { label, icon: Picture = IconPlus, to, onClick } }: { add: Add }) {
  if (to === undefined) {
    return (
      <IconButton icon={Picture} onClick={onClick}>
        {label}
      </IconButton>
    )
  }
  return (
    <Button component={Link} to={to} leftSection={<Picture size={16} aria-hidden />}>
      {label}
    </Button>
  )
}

/** An add button that the key n also presses. */
export function KeyedAddButton({ add }: { add: Add }) {
  const navigate = useNavigate()
  const run = () => (add.to === undefined ? add.onClick() : void navigate({ to: add.to }))
  useKeys(t('This list'), [{ keys: 'n', does: add.label, run }])
  return <AddButton add={add} />
}
