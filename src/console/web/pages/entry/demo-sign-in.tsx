import { Alert, Button, Code, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { stateQuery } from '../../state.ts'
import { t } from '../../language/language.ts'
import { Words } from '../../language/words.tsx'

type DemoSignInProps = { onFill: (known: { email: string; password: string }) => void }

/** How to get into the demo, which everybody may know; nothing anywhere else. */
export function DemoSignIn({ onFill }: DemoSignInProps) {
  const demo = useQuery(stateQuery).data?.demo ?? null
  if (demo === null) return null
  return (
    <Alert title={t('This is the demo')}>
      <Text size="sm" mb="xs">
        <Words
          of={t('Its owner signs in as {{email}} with the password {{password}}.')}
          with={{ email: <Code>{demo.email}</Code>, password: <Code>{demo.password}</Code> }}
        />
      </Text>
      <Button size="xs" variant="default" onClick={() => onFill(demo)}>
        {t('Fill them in')}
      </Button>
    </Alert>
  )
}
