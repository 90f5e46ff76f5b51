import { Button, EmptyState } from '@mantine/core'
import { IconPlus, IconTags, IconUpload } from '@tabler/icons-react'

type NoRulesProps = {
  isFiltered: boolean
  onCreate: () => void
  onImport: () => void
  onAll: () => void
}

/** In place of the rules: there are none, or none that was searched for. */
export function NoRules({ isFiltered, onCreate, onImport, onAll }: NoRulesProps) {
  if (isFiltered) {
    return (
      <EmptyState
        icon={<IconTags aria-hidden />}
        title="No rule fits"
        description="Search for something else, or look among the built-in labels."
      >
        <EmptyState.Actions>
          <Button variant="default" onClick={onAll}>
            Show all rules
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<IconTags aria-hidden />}
      title="No rules yet"
      description="Daybook knows what most documents print. What it does not know is listed under “Unknown”, each with a rule one click away."
    >
      <EmptyState.Actions>
        <Button
          variant="default"
          leftSection={<IconUpload size={16} aria-hidden />}
          onClick={onImport}
        >
          Bring rules in
        </Button>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onCreate}>
          New rule
        </Button>
      </EmptyState.Actions>
    </EmptyState>
  )
}
