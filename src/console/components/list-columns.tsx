import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconColumns3 } from '@tabler/icons-react'
import { useSignedIn } from '../state.ts'
import { IconButton } from './buttons.tsx'
import type { Column } from './table.tsx'
import { t } from '../language/language.ts'

/** A list with fewer columns offers no choice of columns. */
const choosableMin = 3

/** The keys of the shown columns. Null means the page's default. */
export type ColumnChoice = readonly string[] | null

/** The choice is stored in this browser, because a phone shows less than a desktop. */
export function useColumnChoice(list: string): [ColumnChoice, (keys: ColumnChoice) => void] {
  const { user } = useSignedIn()
  const [keys, setKeys] = useLocalStorage<ColumnChoice>({
    key: `daybook:columns:${list}:${user.id}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  return [Array.isArray(keys) ? keys : null, setKeys]
}

/** The row's name and its menu are always shown. */
export function shownColumns<Row>(
  columns: readonly Column<Row>[],
  choice: ColumnChoice,
): readonly Column<Row>[] {
  return columns.filter(
    (column) =>
      !isChoosable(column) ||
      (choice === null ? column.isExtra !== true : choice.includes(column.key)),
  )
}

function isChoosable<Row>({ isMain, title }: Column<Row>): boolean {
  return isMain !== true && title !== ''
}

type ColumnsMenuProps<Row> = {
  columns: readonly Column<Row>[]
  choice: ColumnChoice
  onChoose(keys: ColumnChoice): void
}

/** The menu for choosing a list's columns. */
export function ColumnsMenu<Row>({ columns, choice, onChoose }: ColumnsMenuProps<Row>) {
  const choosable = columns.filter(isChoosable)
  if (choosable.length < choosableMin) return null
  const shown = shownColumns(choosable, choice).map(({ key }) => key)
  return (
    <Popover position="bottom-end" withinPortal={false} trapFocus returnFocus>
      <Popover.Target>
        <IconButton icon={IconColumns3} variant="subtle" size="compact-sm" className="list-tool">
          {t('Columns')}
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <Checkbox.Group
            label={t('Columns')}
            value={shown}
            onChange={(keys) =>
              onChoose(choosable.map(({ key }) => key).filter((key) => keys.includes(key)))
            }
          >
            <Stack gap="xs" mt="xs">
              {choosable.map(({ key, title }) => (
                <Checkbox key={key} value={key} label={title} />
              ))}
            </Stack>
          </Checkbox.Group>
          {choice !== null && (
            <Button variant="subtle" size="compact-sm" onClick={() => onChoose(null)}>
              {t('As it was')}
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
