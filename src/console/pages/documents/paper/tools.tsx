import { ActionIcon, Button, Group, Text, Tooltip } from '@mantine/core'
import {
  IconChevronDown,
  IconChevronUp,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
  type Icon,
  IconFileOff,
} from '@tabler/icons-react'
import { useEffect, useEffectEvent, type RefObject, type ReactNode } from 'react'
import { t } from '../../../language/language.ts'
import type { Key } from '../../../components/keys.tsx'

type PaperToolsProps = PaperCommands & {
  zoom: number
  /** The page in view, from 1. */
  page: number
  pages: number
}

/** Buttons for the paper's actions. Each action also has a key. */
export function PaperTools({ zoom, page, pages, ...commands }: PaperToolsProps) {
  return (
    <Group gap={2} px={4} py={2} wrap="nowrap" className="paper-tools">
      {pages > 1 && (
        <>
          <Tool
            icon={IconChevronUp}
            name={t('Page before')}
            keys="Alt+Page Up"
            onClick={commands.previous}
          />
          <Text
            size="xs"
            aria-label={t('Page {{page}} of {{pages}}', { page, pages })}
            style={{ whiteSpace: 'nowrap' }}
          >
            {page} / {pages}
          </Text>
          <Tool
            icon={IconChevronDown}
            name={t('Next page')}
            keys="Alt+Page Down"
            onClick={commands.next}
          />
        </>
      )}
      <Group gap={2} ms="auto" wrap="nowrap">
        <Tool icon={IconZoomOut} name={t('Smaller')} keys="Alt+−" onClick={commands.zoomOut} />
        <Tooltip label={t('Fit to the width (Alt+0)')}>
          <Button variant="subtle" size="compact-xs" miw="3.2rem" onClick={commands.fit}>
            {Math.round(zoom * 100)}%
          </Button>
        </Tooltip>
        <Tool icon={IconZoomIn} name={t('Larger')} keys="Alt++" onClick={commands.zoomIn} />
        <Tool icon={IconRotateClockwise} name={t('Turn')} keys="Alt+R" onClick={commands.rotate} />
      </Group>
    </Group>
  )
}

type ToolProps = { icon: Icon; name: string; keys: string; onClick: () => void }

function Tool({ icon: Icon, name, keys, onClick }: ToolProps) {
  return (
    <Tooltip label={`${name} (${keys})`}>
      <ActionIcon aria-label={name} onClick={onClick}>
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

type PaperCommands = {
  zoomIn(): void
  zoomOut(): void
  fit(): void
  rotate(): void
  previous(): void
  next(): void
}

/** By the key's position, because Alt types other characters on some keyboards. */
const keys: Record<string, keyof PaperCommands> = {
  Equal: 'zoomIn',
  NumpadAdd: 'zoomIn',
  Minus: 'zoomOut',
  NumpadSubtract: 'zoomOut',
  Digit0: 'fit',
  Numpad0: 'fit',
  KeyR: 'rotate',
}

/** With Alt the keys also work while somebody types beside the paper. */
const keysWithAlt: Record<string, keyof PaperCommands> = {
  ...keys,
  PageUp: 'previous',
  PageDown: 'next',
}

/** The keys for the list of keys. The paper handles them itself, because two papers may be side by side. */
export const listedKeys: readonly Key[] = [
  { keys: 'alt+=', does: t('Larger') },
  { keys: 'alt+−', does: t('Smaller') },
  { keys: 'alt+0', does: t('Fit to the width') },
  { keys: 'alt+R', does: t('Turn') },
  { keys: 'alt+PageDown', does: t('Next page') },
  { keys: 'alt+PageUp', does: t('Page before') },
]

/** The keys of the paper: inside it alone, and with Alt anywhere on the page. */
export function usePaperKeys(view: RefObject<HTMLElement | null>, commands: PaperCommands): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.defaultPrevented) return
    const isInside = document.activeElement === view.current
    const name = event.altKey ? keysWithAlt[event.code] : isInside ? keys[event.code] : undefined
    if (name === undefined) return
    event.preventDefault()
    commands[name]()
  })
  useEffect(() => {
    const listening = new AbortController()
    window.addEventListener('keydown', (event) => press(event), { signal: listening.signal })
    return () => listening.abort()
  }, [])
}

/** Why nothing is shown, and what to do. */
export function NoPaper({ children, below }: { children: string; below?: ReactNode }) {
  return (
    <div className="paper-empty">
      <IconFileOff size={32} stroke={1.4} aria-hidden />
      <Text size="sm" c="dimmed" ta="center">
        {children}
      </Text>
      {below}
    </div>
  )
}
