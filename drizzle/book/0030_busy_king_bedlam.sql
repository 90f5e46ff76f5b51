CREATE TABLE `gstr2b_decisions` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subject` text NOT NULL,
	`bill_id` text,
	`not_bills` text NOT NULL,
	`mark` text,
	`note` text NOT NULL,
	`decided_at` integer NOT NULL,
	`decided_by` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `gstr2b_decisions_subject_unique` ON `gstr2b_decisions` (`subject`);--> statement-breakpoint
CREATE TABLE `gstr2b_months` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`period` text NOT NULL,
	`gstin` text NOT NULL,
	`generated_on` text NOT NULL,
	`imported_at` integer NOT NULL,
	`imported_by` text,
	`rows` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `gstr2b_months_period_unique` ON `gstr2b_months` (`period`);--> statement-breakpoint
CREATE TABLE `kept_bills` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`scan_id` text NOT NULL,
	`kind` text NOT NULL,
	`number` text NOT NULL,
	`day` text NOT NULL,
	`gstin` text NOT NULL,
	`seller` text NOT NULL,
	`pos` text NOT NULL,
	`is_reverse` integer NOT NULL,
	`total` integer,
	`taxable` integer,
	`igst` integer,
	`cgst` integer,
	`sgst` integer,
	`cess` integer,
	`seen_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `kept_bills_scan_id_unique` ON `kept_bills` (`scan_id`);--> statement-breakpoint
CREATE INDEX `kept_bills_seen` ON `kept_bills` (`seen_at`);