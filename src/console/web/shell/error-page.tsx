import { Container } from '@mantine/core'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { ErrorState } from '../parts/error-state.tsx'

/** In place of a page that could not be shown; the rest of the console goes on. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <Container component="section" size="sm" py="xl">
      <ErrorState error={error} onRetry={() => void router.invalidate()} />
    </Container>
  )
}
