CREATE TABLE `waiting_counts` (
	`user_id` text NOT NULL,
	`category` text NOT NULL,
	`scans` integer NOT NULL,
	PRIMARY KEY(`user_id`, `category`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER `waiting_counts_added` AFTER INSERT ON `waiting_scans` WHEN NOT EXISTS (SELECT 1 FROM `waiting_scans` WHERE `scan_id` = NEW.`scan_id` AND `seq` <> NEW.`seq`) BEGIN
	INSERT INTO `waiting_counts` (`user_id`, `category`, `scans`) VALUES (NEW.`user_id`, NEW.`category`, 1)
		ON CONFLICT (`user_id`, `category`) DO UPDATE SET `scans` = `scans` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `waiting_counts_removed` AFTER DELETE ON `waiting_scans` WHEN NOT EXISTS (SELECT 1 FROM `waiting_scans` WHERE `scan_id` = OLD.`scan_id`) BEGIN
	UPDATE `waiting_counts` SET `scans` = `scans` - 1 WHERE `user_id` = OLD.`user_id` AND `category` = OLD.`category`;
END;
--> statement-breakpoint
INSERT INTO `waiting_counts` (`user_id`, `category`, `scans`) SELECT `user_id`, `category`, count(DISTINCT `scan_id`) FROM `waiting_scans` GROUP BY `user_id`, `category`;
