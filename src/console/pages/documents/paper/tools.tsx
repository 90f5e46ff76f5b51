import { ActionIcon, Button, Group, Text, Tooltip } from '@mantine/core'
import {
  IconChevronDown,
  IconChevronUp,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
  type Icon,
} from '@tabler/icons-react'
import type { PaperCommands } from './keys.ts'
import { t } from '../../../language/language.ts'

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
