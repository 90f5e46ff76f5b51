CREATE TABLE `book_mappings` (
	`kind` text NOT NULL,
	`match` text NOT NULL,
	`ours` text NOT NULL,
	`master_id` text,
	`name` text NOT NULL,
	`reason` text NOT NULL,
	`confirmed_by` text,
	`confirmed_at` integer NOT NULL,
	PRIMARY KEY(`kind`, `match`)
);
--> statement-breakpoint
CREATE TABLE `book_masters` (
	`kind` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`folded` text NOT NULL,
	`alter_id` integer NOT NULL,
	`gstin` text NOT NULL,
	`hsn` text NOT NULL,
	`details` text NOT NULL,
	`run` text NOT NULL,
	PRIMARY KEY(`kind`, `id`)
);
--> statement-breakpoint
CREATE INDEX `book_masters_folded` ON `book_masters` (`kind`,`folded`);--> statement-breakpoint
CREATE INDEX `book_masters_gstin` ON `book_masters` (`kind`,`gstin`);--> statement-breakpoint
CREATE INDEX `book_masters_hsn` ON `book_masters` (`kind`,`hsn`);--> statement-breakpoint
CREATE TABLE `bridge_decisions` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`part` integer,
	`detail` text NOT NULL,
	`made_by` text,
	`made_at` integer NOT NULL,
	`done_at` integer,
	`is_ok` integer,
	`message` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `bridge_decisions_done` ON `bridge_decisions` (`done_at`,`id`);--> statement-breakpoint
CREATE TABLE `bridge_reports` (
	`key_id` text PRIMARY KEY NOT NULL,
	`system` text NOT NULL,
	`company` text,
	`health` text NOT NULL,
	`sentence` text NOT NULL,
	`version` text NOT NULL,
	`machine` text NOT NULL,
	`waiting` integer NOT NULL,
	`heard_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `book_master_terms` (
	`kind` text NOT NULL,
	`term` text NOT NULL,
	`master_id` text NOT NULL,
	PRIMARY KEY(`kind`, `term`, `master_id`)
);
--> statement-breakpoint
CREATE INDEX `book_master_terms_master` ON `book_master_terms` (`kind`,`master_id`);