CREATE TABLE `learnt_bills` (
	`scan_id` text PRIMARY KEY NOT NULL,
	`seller_seq` integer NOT NULL,
	FOREIGN KEY (`scan_id`) REFERENCES `scans`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `learnt_items` (
	`seller_seq` integer NOT NULL,
	`folded_name` text NOT NULL,
	`name` text NOT NULL,
	`hsn` text,
	`unit` text,
	`gst_pct` real,
	`rate_paise` real,
	`day` text NOT NULL,
	`place` integer NOT NULL,
	PRIMARY KEY(`seller_seq`, `folded_name`),
	FOREIGN KEY (`seller_seq`) REFERENCES `learnt_sellers`(`seq`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `learnt_items_name` ON `learnt_items` (`folded_name`,`day`);--> statement-breakpoint
CREATE INDEX `learnt_items_day` ON `learnt_items` (`day`);--> statement-breakpoint
CREATE TABLE `learnt_sellers` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`folded_name` text NOT NULL,
	`gstin` text NOT NULL,
	`name` text NOT NULL,
	`state` text,
	`place_of_supply` text,
	`terms` text,
	`bills` integer NOT NULL,
	`day` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `learnt_sellers_seller` ON `learnt_sellers` (`folded_name`,`gstin`);--> statement-breakpoint
CREATE INDEX `learnt_sellers_day` ON `learnt_sellers` (`day`);--> statement-breakpoint
ALTER TABLE `scans` ADD `synced_no` text;--> statement-breakpoint
CREATE INDEX `scans_synced_no` ON `scans` (`synced_no`) WHERE "scans"."synced_no" IS NOT NULL;--> statement-breakpoint
UPDATE `scans` SET `synced_no` = nullif(trim(json_extract(`synced_data`, '$.invoice_metadata.invoice_no')), '') WHERE `synced_data` IS NOT NULL;
