// Checks that the files of `scripts/deploy/files/` can be used: by the schemas of Kubernetes and Compose, and with a real nginx. nginx
// stands before a real Daybook and two more that read the same book, and before a Daybook that it finds by name. Exits 1 if something is
// wrong. Says what cannot be tried on this machine.
import { checkCompose, checkKubernetes } from './deploy/manifests.ts'
import { hasNginx, problemOf } from './deploy/nginx.ts'
import { playReads } from './deploy/reads.ts'
import { playShops } from './deploy/shops.ts'

const checks = [
  checkKubernetes('scripts/deploy/files/kubernetes/daybook.yaml'),
  checkKubernetes('scripts/deploy/files/kubernetes/restore.yaml'),
  checkCompose('scripts/deploy/files/compose.yaml'),
]
if (hasNginx()) {
  const wrong = ['reads.conf', 'shops.conf', 'shops-in-containers.conf'].flatMap(
    (file) => problemOf(file) ?? [],
  )
  checks.push({
    tried: 'nginx',
    problems: [...wrong, ...(await playReads()), ...(await playShops())],
  })
} else {
  checks.push({ tried: 'nginx not tried: it is not installed (Debian: nginx-light)', problems: [] })
}
const problems = checks.flatMap((check) => check.problems)
for (const problem of problems) console.error(problem)
console.log(checks.map(({ tried }) => tried).join(', '))
process.exit(problems.length > 0 ? 1 : 0)
