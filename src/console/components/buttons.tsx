import { Button, Menu, type ButtonProps } from '@mantine/core'
import { IconChevronDown, type Icon, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, useNavigate, type LinkProps } from '@tanstack/react-router'
import { t } from '../language/language.ts'
import { useKeys } from './keys.tsx'

/** In pixels. */
const iconSize = 16
const smallIconSize = 14

type IconButtonProps = ButtonProps & {
  icon: Icon
  onClick?(): void
  autoFocus?: boolean
  'aria-label'?: string
}

/** A button with an icon before its text. */
export function IconButton({ icon: Icon, ...button }: IconButtonProps) {
  const size = button.size === undefined || button.size === 'sm' ? iconSize : smallIconSize
  return <Button leftSection={<Icon size={size} aria-hidden />} {...button} />
}

/** Rare actions of a page, beside its most important button. */
export function MoreMenu({ children }: { children: ReactNode }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={iconSize} aria-hidden />}>
          {t('More')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}

type MenuActionProps = {
  icon: Icon
  /** Whether the action destroys something. */
  isRed?: boolean
  isDisabled?: boolean
  onClick(): void
  children: string
}

/** An action in a menu. */
export function MenuAction({ icon: Icon, isRed, isDisabled, onClick, children }: MenuActionProps) {
  return (
    <Menu.Item
      leftSection={<Icon size={iconSize} aria-hidden />}
      disabled={isDisabled === true}
      onClick={onClick}
      {...(isRed === true ? { c: 'var(--mantine-color-error)' } : {})}
    >
      {children}
    </Menu.Item>
  )
}

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
