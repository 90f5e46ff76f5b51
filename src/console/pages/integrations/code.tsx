import { Alert, Anchor, Chip, Group, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Copyable } from '../../components/copy.tsx'
import type { Integration } from './data.ts'
import { csharpSamples } from './samples/csharp.ts'
import { curlSamples } from './samples/curl.ts'
import { powershellSamples } from './samples/powershell.ts'
import { pythonSamples } from './samples/python.ts'
import { tasksOf, type Language, type Samples } from './samples/tasks.ts'
import { vbaSamples } from './samples/vba.ts'

const route = getRouteApi('/shell/integrations/$id')

type LanguageChoice = { value: Language; label: string; samples: Samples; use: string }

const languages: readonly LanguageChoice[] = [
  { value: 'curl', label: 'curl', samples: curlSamples, use: 'In a terminal, also in cmd.exe.' },
  {
    value: 'powershell',
    label: 'PowerShell',
    samples: powershellSamples,
    use: 'In Windows PowerShell 5.1 or PowerShell 7; nothing to install. A file of it is saved as “UTF-8 with BOM”.',
  },
  {
    value: 'python',
    label: 'Python',
    samples: pythonSamples,
    use: 'Python 3; nothing to install.',
  },
  {
    value: 'csharp',
    label: 'C#',
    samples: csharpSamples,
    use: 'Program.cs of a console program, .NET 8 or later; nothing to install.',
  },
  {
    value: 'vba',
    label: 'Excel (VBA)',
    samples: vbaSamples,
    use: 'In Excel on Windows: Alt+F11, Insert, Module; then run the first Sub with F5.',
  },
]

const keysLink = (
  <Anchor inherit underline="always" renderRoot={(props) => <Link to="/keys" {...props} />}>
    API keys
  </Anchor>
)

/** Sample code for this shop. It works once the key is pasted in. */
export function CodeSamples({ shown }: { shown: Integration & { baseAddress: string } }) {
  const tasks = tasksOf(shown)
  const { task: asked, language = 'curl' } = route.useSearch()
  const navigate = route.useNavigate()
  const chosenTask = tasks.find(({ task }) => task === asked) ?? tasks[0]
  const chosen = languages.find(({ value }) => value === language)
  if (chosenTask === undefined || chosen === undefined) {
    return (
      <Text c="dimmed">
        There is no ready-made code for what this key may do; the API page shows every call.
      </Text>
    )
  }
  return (
    <Stack>
      <Alert color="cyan" icon={<IconKey aria-hidden />} title="Paste your key into it">
        Daybook keeps no copy of your keys, so the code says PASTE_YOUR_KEY_HERE. If the key is
        lost, replace it on the page {keysLink}. The address is the one that you see this page at;
        on another computer it must be one that leads here from there.
      </Alert>
      <Stack gap="xs">
        {tasks.length > 1 && (
          <Choice
            label="What the code does"
            data={tasks.map(({ task: value, label }) => ({ value, label }))}
            value={chosenTask.task}
            onChange={(task) =>
              void navigate({ search: (before) => ({ ...before, task }), replace: true })
            }
          />
        )}
        <Choice
          label="Language"
          data={languages}
          value={language}
          onChange={(value) =>
            void navigate({ search: (before) => ({ ...before, language: value }), replace: true })
          }
        />
      </Stack>
      <Copyable
        title={chosen.use}
        value={chosen.samples[chosenTask.task](`${shown.baseAddress}/api/public/v1/`)}
        label="Copy the code"
      />
    </Stack>
  )
}

type ChoiceProps<Value extends string> = {
  label: string
  data: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, data, value, onChange }: ChoiceProps<Value>) {
  const choose = (chosen: string) => {
    const choice = data.find((one) => one.value === chosen)
    if (choice !== undefined) onChange(choice.value)
  }
  return (
    <Chip.Group value={value} onChange={choose}>
      <Group gap="xs" role="radiogroup" aria-label={label}>
        {data.map((choice) => (
          <Chip key={choice.value} value={choice.value} variant="outline">
            {choice.label}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  )
}
