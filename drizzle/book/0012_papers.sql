CREATE TABLE `different_papers` (
	`scan_id` text NOT NULL,
	`other_id` text NOT NULL,
	`user_id` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`scan_id`, `other_id`),
	FOREIGN KEY (`scan_id`) REFERENCES `scans`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`other_id`) REFERENCES `scans`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `different_papers_other` ON `different_papers` (`other_id`);--> statement-breakpoint
ALTER TABLE `scans` ADD `same_as` text;--> statement-breakpoint
ALTER TABLE `scans` ADD `settled_at` integer;--> statement-breakpoint
ALTER TABLE `scans` ADD `settled_by` text;--> statement-breakpoint
CREATE INDEX `scans_same_as` ON `scans` (`same_as`) WHERE "scans"."same_as" IS NOT NULL;