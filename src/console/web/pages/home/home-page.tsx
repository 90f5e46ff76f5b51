import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { ErrorState } from '../../components/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Attention } from './attention.tsx'
import { Figures } from './figures.tsx'
import { FirstSteps } from './first-steps.tsx'
import { homeQuery } from './home-query.ts'

/** Charts are as large as everything else together: the page is there before them. */
const DayCharts = lazy(async () => ({ default: (await import('./day-charts.tsx')).DayCharts }))

const chartsHeight = 320

/** What needs somebody, and how the shop goes. */
export function HomePage() {
  const home = useQuery(homeQuery)
  return (
    <>
      <PageHeader title="Home" />
      <Stack gap="xl">
        {home.isError && <ErrorState error={home.error} onRetry={() => void home.refetch()} />}
        {home.isPending && <Loading />}
        {home.data !== undefined && (
          <>
            {home.data.firstSteps !== null && <FirstSteps steps={home.data.firstSteps} />}
            <Figures home={home.data} />
            <Attention home={home.data} />
          </>
        )}
        <Suspense fallback={<Skeleton height={chartsHeight} />}>
          <DayCharts />
        </Suspense>
      </Stack>
    </>
  )
}

function Loading() {
  return (
    <>
      <Skeleton height={104} />
      <Skeleton height={240} />
    </>
  )
}
