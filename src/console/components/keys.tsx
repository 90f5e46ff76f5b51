import { Group, Kbd, Modal, Stack, Text, Title } from '@mantine/core'
import { getHotkeyHandler, useDisclosure } from '@mantine/hooks'
import { Fragment, useId, useLayoutEffect, useSyncExternalStore } from 'react'
import { t } from '../language/language.ts'

/*
 * The keyboard shortcuts of the console. Each component declares its own keys, and `?` lists all of them. A page's
 * keys act while the page is shown. Keys of `Everywhere` act unless the page has the same key.
 */

/** A key and its action. */
export type Key = {
  /** A single typed character ("n", "/", "?"), else in Mantine's form: "mod+K" (Ctrl, on a Mac ⌘), "alt+ArrowUp". */
  keys: string
  /** The text in the list of keys: "Next cell". */
  does: string
  /** Left out if the focused component handles the key itself, as a grid does. */
  run?(): void
  /** Whether the key also acts while somebody types in a field. Only for keys that type nothing. A key held down acts once. */
  isForFields?: boolean
}

type KeyGroup = { title: string; keys: readonly Key[] }

export const everywhere = t('Everywhere')

const groups = new Map<string, KeyGroup>()
const listeners = new Set<() => void>()
let shown: readonly KeyGroup[] = []

/** Declares keys while the component is shown. No key acts under a dialogue or while somebody types in a field. */
export function useKeys(title: string, keys: readonly Key[]): void {
  const id = useId()
  // Runs at every render, because a key's action may have changed, and before the page is painted. Otherwise a busy computer would lose a
  // key or run the earlier page's action.
  useLayoutEffect(() => {
    groups.set(id, { title, keys })
    tell()
  })
  useLayoutEffect(
    () => () => {
      groups.delete(id)
      tell()
    },
    [id],
  )
}

/** Keys of everywhere come last, so that a page's own key wins. */
function tell(): void {
  shown = [...groups.values()].toSorted(
    (a, b) => Number(a.title === everywhere) - Number(b.title === everywhere),
  )
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Listens for keys and shows the list at `?`. Used once, around every page. */
export function Keys() {
  const [isOpen, { open, close }] = useDisclosure()
  useKeys(everywhere, [{ keys: '?', does: t('Show the keys'), run: open }])
  useLayoutEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <Modal opened={isOpen} onClose={close} title={t('Keys')} size="lg">
      <KeyList />
    </Modal>
  )
}

function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || document.querySelector('[aria-modal="true"]') !== null) return
  const isTyping = isTypedInto(event.target)
  for (const { keys, run, isForFields = false } of shown.flatMap((group) => group.keys)) {
    if (run === undefined || (isTyping && !isForFields)) continue
    if (!isPressed(keys, event)) continue
    event.preventDefault()
    if (!(event.repeat && isForFields)) run()
    return
  }
}

function isPressed(keys: string, event: KeyboardEvent): boolean {
  if (keys.length === 1) {
    // Whether a character needs Shift depends on the keyboard.
    const isHeld = event.ctrlKey || event.altKey || event.metaKey
    return !isHeld && event.key.toLowerCase() === keys.toLowerCase()
  }
  let isMeant = false
  const notice = () => {
    isMeant = true
  }
  getHotkeyHandler([[keys, notice, { preventDefault: false }]])(event)
  return isMeant
}

const untyped = new Set(['checkbox', 'radio', 'button', 'submit', 'file'])

function isTypedInto(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !untyped.has(target.type)
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  return target instanceof HTMLElement && target.isContentEditable
}

function KeyList() {
  const all = useSyncExternalStore(subscribe, () => shown)
  const acting = new Set(all.flatMap(({ keys }) => keys).filter(isFirst))
  return (
    <Stack>
      {[...Map.groupBy(all, ({ title }) => title)].map(([title, parts]) => (
        <section key={title} aria-label={title}>
          <Title order={3} size="h5" mb={4}>
            {title}
          </Title>
          {parts
            .flatMap(({ keys }) => keys)
            .filter((key) => acting.has(key))
            .map(({ keys, does }) => (
              <Group key={`${keys} ${does}`} justify="space-between" py={4} wrap="nowrap">
                <Text size="sm">{does}</Text>
                <KeyNames keys={keys} />
              </Group>
            ))}
        </section>
      ))}
    </Stack>
  )
}

/** A key of everywhere does not act if the page has the same key. */
function isFirst({ keys, run }: Key, at: number, all: readonly Key[]): boolean {
  return run === undefined || all.findIndex((other) => other.keys === keys) === at
}

/** "Ctrl + K" */
export function KeyNames({ keys }: { keys: string }) {
  return (
    <Text span size="sm" style={{ whiteSpace: 'nowrap' }}>
      {namesOf(keys).map((name, at) => (
        <Fragment key={name}>
          {at > 0 && ' + '}
          <Kbd>{name}</Kbd>
        </Fragment>
      ))}
    </Text>
  )
}

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

const keyNames: Readonly<Record<string, string>> = {
  mod: isMac ? '⌘' : 'Ctrl',
  ctrl: 'Ctrl',
  alt: 'Alt',
  shift: 'Shift',
  escape: 'Esc',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
}

function namesOf(keys: string): string[] {
  return keys.split('+').map((key) => keyNames[key.toLowerCase()] ?? capitalised(key))
}

function capitalised(key: string): string {
  return key.charAt(0).toUpperCase() + key.slice(1)
}
