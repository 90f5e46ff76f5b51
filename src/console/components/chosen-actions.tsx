import { Button, Menu } from '@mantine/core'
import { IconArrowBackUp, IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { IconButton } from './buttons.tsx'
import { useConfirm } from './commands.tsx'
import { t } from '../language/language.ts'

type ChosenMenuProps = { label: string; isPending: boolean; children: ReactNode }

/** A menu of changes for the selected rows. */
export function ChosenMenu({ label, isPending, children }: ChosenMenuProps) {
  return (
    <Menu position="bottom-start" width={200}>
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          loading={isPending}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}

type PutBackChosenProps = {
  /** The number and kind: "12 orders". */
  what: string
  /** The consequence. */
  warning: string
  run(): Promise<void>
}

/** A button that puts the selected rows back, so that they wait for delivery again. */
export function PutBackChosen({ what, warning, run }: PutBackChosenProps) {
  const confirm = useConfirm()
  const putBack = () =>
    confirm({
      title: t('Put {{what}} back?', { what }),
      children: warning,
      action: t('Put them back'),
      done: t('What was delivered of them waits again.'),
      run,
    })
  return (
    <IconButton icon={IconArrowBackUp} variant="default" size="xs" onClick={putBack}>
      {t('Put back…')}
    </IconButton>
  )
}
