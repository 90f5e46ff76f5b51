import { Anchor, Button, Menu, type AnchorProps, type ButtonProps } from '@mantine/core'
import { IconChevronDown, type Icon, IconPlus } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import { createLink, Link, useNavigate, type LinkProps } from '@tanstack/react-router'
import { t } from '../language/language.ts'
import { useCommand, useConfirm, type Command, type Confirmation } from './commands.tsx'
import { useKeys } from './keys.tsx'

/** In pixels. */
const iconSize = 16
const smallIconSize = 14

type IconButtonProps = ButtonProps & {
  icon?: Icon
  onClick?(): void
  autoFocus?: boolean
  'aria-label'?: string
}

/** A button, with an icon before its text. */
export function IconButton({ icon: Picture, ...button }: IconButtonProps) {
  const size = button.size === undefined || button.size === 'sm' ? iconSize : smallIconSize
  return (
    <Button
      leftSection={Picture !== undefined && <Picture size={size} aria-hidden />}
      {...button}
    />
  )
}

type LinkAttributes = Omit<ComponentProps<'a'>, keyof AnchorProps | keyof ButtonProps>

/** A link to a page of the console, inside a text. */
export const TextLink = createLink((props: AnchorProps & LinkAttributes) => <Anchor {...props} />)

/** A button that leads to a page of the console. */
export const LinkButton = createLink((props: ButtonProps & LinkAttributes) => (
  <Button component="a" {...props} />
))

type CommandButtonProps<Result> = Command<void, Result> & Omit<IconButtonProps, 'onClick'>

/** A button that runs a command at once. */
export function CommandButton<Result>({
  run,
  done,
  refused,
  ...button
}: CommandButtonProps<Result>) {
  const command = useCommand<void, Result>({ run, done, refused })
  return <IconButton loading={command.isPending} {...button} onClick={() => command.mutate()} />
}

type ConfirmButtonProps<Answer> = Omit<IconButtonProps, 'onClick'> & {
  confirmation: Confirmation<Answer>
}

/** A button that asks before it runs. */
export function ConfirmButton<Answer>({ confirmation, ...button }: ConfirmButtonProps<Answer>) {
  const confirm = useConfirm()
  return <IconButton {...button} onClick={() => confirm(confirmation)} />
}

type ConfirmActionProps<Answer> = Omit<MenuActionProps, 'onClick'> & {
  confirmation: Confirmation<Answer>
}

/** An item of a menu that asks before it runs. */
export function ConfirmAction<Answer>({ confirmation, ...action }: ConfirmActionProps<Answer>) {
  const confirm = useConfirm()
  return <MenuAction {...action} onClick={() => confirm(confirmation)} />
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
