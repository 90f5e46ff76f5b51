CREATE TABLE `book_companies` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`system` text NOT NULL,
	`guid` text NOT NULL,
	`number` text NOT NULL,
	`books_from` text NOT NULL,
	`name` text NOT NULL,
	`heard_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `book_companies_identity` ON `book_companies` (`system`,`guid`,`number`,`books_from`);--> statement-breakpoint
ALTER TABLE `bridge_decisions` ADD `books` integer;--> statement-breakpoint
ALTER TABLE `bridge_decisions` ADD `program` text;--> statement-breakpoint
ALTER TABLE `bridge_reports` ADD `books` integer;--> statement-breakpoint
ALTER TABLE `import_results` ADD `books` integer;--> statement-breakpoint
-- Books that bridges reported. What was kept for all of them is from now on kept for those heard of last, and what was confirmed for each.
INSERT INTO `book_companies` (`system`, `guid`, `number`, `books_from`, `name`, `heard_at`)
SELECT system, CASE WHEN json_extract(company, '$.guid') = '' AND json_extract(company, '$.number') = '' THEN json_extract(company, '$.name') ELSE json_extract(company, '$.guid') END, json_extract(company, '$.number'), json_extract(company, '$.books_from'), json_extract(company, '$.name'), max(heard_at)
FROM `bridge_reports` WHERE company IS NOT NULL AND health <> 'wrong_company' GROUP BY 1, 2, 3, 4;--> statement-breakpoint
-- A bridge that is heard of now, and finds another company open than its own, says only later which that is: it keeps what there was beside those.
INSERT INTO `book_companies` (`system`, `guid`, `number`, `books_from`, `name`, `heard_at`)
SELECT '', key_id, '', '', '', 0 FROM `bridge_reports`
WHERE health = 'wrong_company' AND heard_at > (SELECT max(heard_at) FROM `book_companies`);--> statement-breakpoint
INSERT INTO `book_companies` (`system`, `guid`, `number`, `books_from`, `name`, `heard_at`)
SELECT '', coalesce((SELECT key_id FROM `bridge_reports` ORDER BY heard_at DESC LIMIT 1), ''), '', '', '', 0
WHERE NOT EXISTS (SELECT 1 FROM `book_companies`)
  AND (EXISTS (SELECT 1 FROM `book_masters`) OR EXISTS (SELECT 1 FROM `book_mappings`));--> statement-breakpoint
UPDATE `bridge_reports` SET books = (SELECT c.id FROM `book_companies` c WHERE c.system = bridge_reports.system AND c.guid = CASE WHEN json_extract(bridge_reports.company, '$.guid') = '' AND json_extract(bridge_reports.company, '$.number') = '' THEN json_extract(bridge_reports.company, '$.name') ELSE json_extract(bridge_reports.company, '$.guid') END
  AND c.number = json_extract(bridge_reports.company, '$.number') AND c.books_from = json_extract(bridge_reports.company, '$.books_from'))
WHERE company IS NOT NULL AND health <> 'wrong_company';--> statement-breakpoint
UPDATE `import_results` SET books = (SELECT books FROM `bridge_reports` WHERE key_id = program);--> statement-breakpoint
CREATE TABLE `__new_book_masters` (
	`books` integer NOT NULL,
	`kind` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`folded` text NOT NULL,
	`alter_id` integer NOT NULL,
	`gstin` text NOT NULL,
	`hsn` text NOT NULL,
	`details` text NOT NULL,
	`run` text NOT NULL,
	PRIMARY KEY(`books`, `kind`, `id`)
);
--> statement-breakpoint
INSERT INTO `__new_book_masters`("books", "kind", "id", "name", "folded", "alter_id", "gstin", "hsn", "details", "run") SELECT c.id, m."kind", m."id", m."name", m."folded", m."alter_id", m."gstin", m."hsn", m."details", m."run" FROM `book_masters` m CROSS JOIN `book_companies` c WHERE c.system = '' OR c.id = (SELECT id FROM `book_companies` ORDER BY heard_at DESC, id DESC LIMIT 1);--> statement-breakpoint
DROP TABLE `book_masters`;--> statement-breakpoint
ALTER TABLE `__new_book_masters` RENAME TO `book_masters`;--> statement-breakpoint
CREATE INDEX `book_masters_folded` ON `book_masters` (`books`,`kind`,`folded`);--> statement-breakpoint
CREATE INDEX `book_masters_gstin` ON `book_masters` (`books`,`kind`,`gstin`);--> statement-breakpoint
CREATE INDEX `book_masters_hsn` ON `book_masters` (`books`,`kind`,`hsn`);--> statement-breakpoint
CREATE TABLE `__new_book_master_terms` (
	`books` integer NOT NULL,
	`kind` text NOT NULL,
	`term` text NOT NULL,
	`master_id` text NOT NULL,
	PRIMARY KEY(`books`, `kind`, `term`, `master_id`)
);
--> statement-breakpoint
INSERT INTO `__new_book_master_terms`("books", "kind", "term", "master_id") SELECT c.id, m."kind", m."term", m."master_id" FROM `book_master_terms` m CROSS JOIN `book_companies` c WHERE c.system = '' OR c.id = (SELECT id FROM `book_companies` ORDER BY heard_at DESC, id DESC LIMIT 1);--> statement-breakpoint
DROP TABLE `book_master_terms`;--> statement-breakpoint
ALTER TABLE `__new_book_master_terms` RENAME TO `book_master_terms`;--> statement-breakpoint
CREATE INDEX `book_master_terms_master` ON `book_master_terms` (`books`,`kind`,`master_id`);--> statement-breakpoint
CREATE TABLE `__new_book_mappings` (
	`books` integer NOT NULL,
	`kind` text NOT NULL,
	`match` text NOT NULL,
	`ours` text NOT NULL,
	`master_id` text,
	`name` text NOT NULL,
	`reason` text NOT NULL,
	`confirmed_by` text,
	`confirmed_at` integer NOT NULL,
	PRIMARY KEY(`books`, `kind`, `match`)
);
--> statement-breakpoint
INSERT INTO `__new_book_mappings`("books", "kind", "match", "ours", "master_id", "name", "reason", "confirmed_by", "confirmed_at") SELECT c.id, m."kind", m."match", m."ours", m."master_id", m."name", m."reason", m."confirmed_by", m."confirmed_at" FROM `book_mappings` m CROSS JOIN `book_companies` c;--> statement-breakpoint
DROP TABLE `book_mappings`;--> statement-breakpoint
ALTER TABLE `__new_book_mappings` RENAME TO `book_mappings`;